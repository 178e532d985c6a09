# Environments that only tests know, from tests/support/environments:
#
#   starling_add_environment(two_tables
#     TYPE starling::tests::TwoTables
#     HEADER tests/support/environments/two_tables.hpp
#     GROUP starling_test_environments UNTRACED)
#
# On CUDA the herd is traced, as are the environments of envs/; of the others no test is.

add_library(starling_test_environments INTERFACE)
starling_add_environment(herd
  TYPE starling::tests::herd::Herd
  HEADER tests/support/environments/herd.hpp
  GROUP starling_test_environments)
starling_add_environment(zoo
  TYPE starling::tests::zoo::Zoo
  HEADER tests/support/environments/zoo.hpp
  GROUP starling_test_environments UNTRACED)
starling_add_environment(desert
  TYPE starling::tests::desert::Desert
  HEADER tests/support/environments/desert.hpp
  GROUP starling_test_environments UNTRACED)
starling_add_environment(beach
  TYPE starling::tests::beach::Beach
  HEADER tests/support/environments/beach.hpp
  GROUP starling_test_environments UNTRACED)
starling_add_environment(dice
  TYPE starling::tests::dice::Dice
  HEADER tests/support/environments/dice.hpp
  GROUP starling_test_environments UNTRACED)
starling_add_environment(lamp
  TYPE starling::tests::lamps::OneOfEach
  HEADER tests/support/environments/lamps.hpp
  GROUP starling_test_environments UNTRACED)
starling_add_environment(lamps
  TYPE starling::tests::lamps::SeveralOfEach
  HEADER tests/support/environments/lamps.hpp
  GROUP starling_test_environments UNTRACED)
starling_add_environment(colony
  TYPE starling::tests::colony::Colony
  HEADER tests/support/environments/colony.hpp
  GROUP starling_test_environments UNTRACED)
starling_add_environment(crowd
  TYPE starling::tests::crowd::Crowd
  HEADER tests/support/environments/crowd.hpp
  GROUP starling_test_environments UNTRACED)
starling_add_environment(ledger
  TYPE starling::tests::ledger::Ledger
  HEADER tests/support/environments/ledger.hpp
  GROUP starling_test_environments UNTRACED)
starling_add_environment(warren
  TYPE starling::tests::warren::Warren
  HEADER tests/support/environments/warren.hpp
  GROUP starling_test_environments UNTRACED)
starling_add_environment(doors
  TYPE starling::tests::doors::Doorways
  HEADER tests/support/environments/doors.hpp
  GROUP starling_test_environments UNTRACED)
starling_add_environment(doors_of_a_run
  TYPE starling::tests::doors::DoorwaysOfARun
  HEADER tests/support/environments/doors.hpp
  GROUP starling_test_environments UNTRACED)
if(STARLING_BENCH)
  starling_add_environment(arena
    TYPE starling::tests::arena::Arena
    HEADER tests/support/environments/arena.hpp
    GROUP starling_test_environments UNTRACED)
endif()
