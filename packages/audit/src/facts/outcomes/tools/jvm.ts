/** Builds of the JVM, which run tests. */

import { defineTool, type Tool } from '../tool.js'

/** Gradle says only of failing tests how many there were; else that the build came out well. */
export const gradle: Tool = defineTool({
  id: 'gradle',
  kind: 'test',
  command: ({ program }) => program === 'gradle' || program === 'gradlew',
  prints: /^BUILD (?:SUCCESSFUL|FAILED) in \d|^> Task :\S|^FAILURE: Build failed/m,
  summary: [/^\d{1,6} tests? completed, \d{1,6} failed/],
  success: [/^BUILD SUCCESSFUL\b/],
  failed: [/^BUILD FAILED\b|^FAILURE: Build (?:failed|completed with \d)/],
  marks: [/^> Task :\S{1,200} FAILED$/, /^e: (?:file:\/\/)?\/?\S{1,300}\.kts?:/],
  nothing: [/^> No tests found for given includes/],
})

/** Maven: the results of all tests, then whether the build came out well. */
export const maven: Tool = defineTool({
  id: 'maven',
  kind: 'test',
  command: ({ program }) => program === 'mvn' || program === 'mvnw',
  prints:
    /^\[INFO\] (?:BUILD (?:SUCCESS|FAILURE)|Scanning for projects)|^\[(?:ERROR|INFO|WARNING)\] Tests run: \d/m,
  summary: [
    /^\[(?:ERROR|INFO|WARNING)\]\s{1,4}Tests run: \d{1,6}, Failures: \d{1,6}, Errors: \d{1,6}, Skipped: \d{1,6}\s*$/,
  ],
  success: [/^\[INFO\] BUILD SUCCESS\b/],
  failed: [
    /^\[(?:INFO|ERROR)\] BUILD FAILURE\b/,
    /^\[ERROR\] (?:Failed to execute goal|COMPILATION ERROR|There are test failures)/,
  ],
  marks: [/^\[ERROR\] \S{1,300}\.(?:java|kt|scala):\[\d/],
})

/** sbt. */
export const sbt: Tool = defineTool({
  id: 'sbt',
  kind: 'test',
  programs: 'sbt',
  prints: /^\[(?:info|error)\] (?:Passed|Failed): Total \d|^\[success\] Total time/m,
  failed: [
    /^\[error\] (?:Failed: Total \d|\(.{1,200}\) .{0,200}(?:TestsFailedException|Compilation failed))/,
  ],
  success: [/^\[info\] (?:All tests passed|Passed: Total [1-9])/, /^\[success\] Total time/],
  nothing: [/^\[info\] (?:No tests to run|Passed: Total 0\b)/],
})
