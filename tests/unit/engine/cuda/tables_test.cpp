/// The claims of tables that grow and shrink, compiled for the GPU.
#include "tests/unit/engine/tables_test.cpp"
#include "tests/unit/engine/handles_test.cpp"
#include "tests/unit/engine/ledger_test.cpp"
#include "tests/unit/engine/print_test.cpp"
