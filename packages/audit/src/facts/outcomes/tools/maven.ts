import { defineTool, type Tool } from '../tool.js'

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
