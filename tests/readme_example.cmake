# The environment that the README shows, and how it is drawn, are compiled and tested as they stand
# there.

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/README.md)
file(READ ${PROJECT_SOURCE_DIR}/README.md readme)
set(folder ${CMAKE_CURRENT_BINARY_DIR}/readme)
foreach(name IN ITEMS room draw)
  string(FIND "${readme}" "#pragma once\n" begin)
  string(SUBSTRING "${readme}" ${begin} -1 readme)
  string(FIND "${readme}" "```" end)
  string(SUBSTRING "${readme}" 0 ${end} header)
  string(SUBSTRING "${readme}" ${end} -1 readme)
  string(REPLACE "envs/room/room.hpp" "${folder}/room.hpp" header "${header}")
  file(CONFIGURE OUTPUT ${folder}/${name}.hpp CONTENT "${header}" @ONLY)
endforeach()

starling_add_environment(room
  TYPE starling::envs::room::Room HEADER ${folder}/room.hpp DRAWING ${folder}/draw.hpp
  GROUP starling_test_environments UNTRACED)
