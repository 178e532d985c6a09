# Compiles CASE with COMPILER and includes from ROOT, and holds the outcome against its first line:
#   // expects: SENTENCE     it must not compile, and the compiler must print the sentence
#   // compiles: REASON      it must compile
file(STRINGS ${CASE} first_line LIMIT_COUNT 1)
execute_process(
  COMMAND ${COMPILER} -std=c++20 -fsyntax-only -fdiagnostics-plain-output -I${ROOT} ${CASE}
  RESULT_VARIABLE status ERROR_VARIABLE said)

if(first_line MATCHES "^// compiles: ")
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "This must compile:\n${said}")
  endif()
elseif(first_line MATCHES "^// expects: (.+)$")
  set(sentence ${CMAKE_MATCH_1})
  string(FIND "${said}" "${sentence}" place)
  if(status EQUAL 0)
    message(FATAL_ERROR "This must not compile, and does.")
  elseif(place EQUAL -1)
    message(FATAL_ERROR "The compiler does not say '${sentence}':\n${said}")
  endif()
else()
  message(FATAL_ERROR "The first line must be '// expects: SENTENCE' or '// compiles: REASON'.")
endif()
