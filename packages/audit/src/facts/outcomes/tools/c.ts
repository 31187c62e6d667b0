/** C and its kin, and Bazel. */

import { defineTool, type Tool } from '../tool.js'

/** Compilers and builds of C and its kin: compilers print nothing when all is well. */
export const cCompiler: Tool = defineTool({
  id: 'c-compiler',
  kind: 'build',
  programs: 'gcc g++ cc c++ clang clang++ javac kotlinc emcc nasm swiftc',
  prints:
    /^[^\s:]{1,200}\.(?:c|cc|cpp|cxx|h|hpp|m|java|kt|cu):\d{1,6}(?::\d{1,6})?: (?:fatal )?error:|^collect2: error|linker command failed|: undefined reference to /m,
  summary: [/^\d{1,6} errors?(?: generated\.)?\s*$/],
  failed: [/^collect2: error|\blinker command failed with exit code|\bld returned [1-9]/],
  marks: [/^[^\s:]{1,200}:\d{1,6}(?::\d{1,6})?: (?:fatal )?error:/, /: undefined reference to /, /^error: /],
  silent: true,
})

/** CMake and Ninja. */
export const cmake: Tool = defineTool({
  id: 'cmake',
  kind: 'build',
  programs: 'cmake ninja meson',
  prints:
    /^CMake Error\b|^ninja: |^-- (?:Build files have been written|Configuring (?:done|incomplete))|^\[\s{0,2}\d{1,3}%\] Built target /m,
  success: [
    /^-- Build files have been written to/,
    /^\[100%\] Built target /,
    /^ninja: no work to do/,
    /^\[(\d{1,6})\/\1\] \S/,
  ],
  failed: [
    /^CMake Error\b/,
    /^ninja: (?:build stopped|error)/,
    /^-- Configuring incomplete, errors occurred!/,
  ],
})

/** CTest. */
export const ctest: Tool = defineTool({
  id: 'ctest',
  kind: 'test',
  programs: 'ctest',
  prints: /^\d{1,3}% tests passed, \d{1,6} tests failed out of \d|^No tests were found!!!/m,
  summary: [/^\d{1,3}% tests passed, \d{1,6} tests failed out of \d/],
  marks: [/^\s{0,4}\d{1,6}\/\d{1,6} Test .{1,200}\*\*\*(?:Failed|Timeout|Exception|Not Run)/],
  nothing: [/^No tests were found!!!/],
})

/** Bazel. */
export const bazel: Tool = defineTool({
  id: 'bazel',
  kind: 'test',
  programs: 'bazel bazelisk',
  prints:
    /^\/\/\S{1,200}\s{1,80}(?:\(cached\) )?(?:PASSED|FAILED|TIMEOUT|NO STATUS)\b|^(?:INFO|ERROR): Build completed|^Executed \d{1,6} out of \d{1,6} tests?:/m,
  summary: [/^Executed \d{1,6} out of \d{1,6} tests?: /],
  success: [/^\/\/\S{1,200}\s{1,80}(?:\(cached\) )?PASSED\b/, /^INFO: Build completed successfully/],
  failed: [
    /^\/\/\S{1,200}\s{1,80}(?:FAILED|TIMEOUT|FAILED TO BUILD)\b/,
    /^(?:ERROR|FAILED): Build (?:did NOT complete|completed, \d{1,6} test FAILED)/,
  ],
  nothing: [/^ERROR: No test targets were found/],
  adds: true,
})
