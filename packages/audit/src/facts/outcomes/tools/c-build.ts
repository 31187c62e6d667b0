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
