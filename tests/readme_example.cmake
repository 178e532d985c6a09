# The environment that the README shows is compiled and tested as it stands there.

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/README.md)
file(READ ${PROJECT_SOURCE_DIR}/README.md readme)
string(REGEX MATCH "```cpp\n([^`]*)```" found "${readme}")
set(header ${CMAKE_CURRENT_BINARY_DIR}/readme/room.hpp)
file(CONFIGURE OUTPUT ${header} CONTENT "${CMAKE_MATCH_1}" @ONLY)

starling_add_environment(room
  TYPE starling::envs::room::Room HEADER ${header} GROUP starling_test_environments)
