# Environments that only tests know, from tests/support/environments:
#
#   starling_add_environment(two_tables
#     TYPE starling::tests::TwoTables
#     HEADER tests/support/environments/two_tables.hpp
#     GROUP starling_test_environments)

add_library(starling_test_environments INTERFACE)
starling_add_environment(herd
  TYPE starling::tests::herd::Herd
  HEADER tests/support/environments/herd.hpp
  GROUP starling_test_environments)
starling_add_environment(arena
  TYPE starling::tests::arena::Arena
  HEADER tests/support/environments/arena.hpp
  GROUP starling_test_environments)
