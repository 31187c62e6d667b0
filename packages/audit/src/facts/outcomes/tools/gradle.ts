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
