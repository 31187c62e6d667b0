/** Swift, Dart and Flutter. */

import { defineTool, type Tool } from '../tool.js'

/** Tests of Swift and Xcode. */
export const swiftTest: Tool = defineTool({
  id: 'swift-test',
  kind: 'test',
  programs: 'swift xcodebuild',
  prints:
    /^\s{0,8}Executed \d{1,6} tests?, with \d|^\*\* TEST (?:FAILED|SUCCEEDED) \*\*|Test run with \d{1,6} tests? (?:passed|failed)/m,
  summary: [/^\s{0,8}Executed \d{1,6} tests?, with \d/],
  success: [/^\*\* TEST SUCCEEDED \*\*|\bTest run with \d{1,6} tests? .{0,40}passed/],
  failed: [/^\*\* TEST FAILED \*\*|\bTest run with \d{1,6} tests? .{0,40}failed/],
})

/** Builds of Swift and Xcode. */
export const swiftBuild: Tool = defineTool({
  id: 'swift-build',
  kind: 'build',
  programs: 'swift xcodebuild',
  prints:
    /^\*\* (?:BUILD|ARCHIVE) (?:FAILED|SUCCEEDED) \*\*|^Build complete!|^[^\s:]{1,200}\.swift:\d{1,6}:\d{1,6}: error: /m,
  success: [/^\*\* (?:BUILD|ARCHIVE) SUCCEEDED \*\*|^Build complete!/],
  failed: [/^\*\* (?:BUILD|ARCHIVE) FAILED \*\*/],
  marks: [/^[^\s:]{1,200}\.swift:\d{1,6}:\d{1,6}: error: /],
})

/** Tests of Flutter and Dart. */
export const flutterTest: Tool = defineTool({
  id: 'flutter-test',
  kind: 'test',
  programs: 'flutter dart',
  prints: /^\d\d:\d\d \+\d{1,6}(?: ~\d{1,6})?(?: -\d{1,6})?: /m,
  success: [/: All tests passed!\s*$/],
  failed: [/: Some tests failed\.\s*$/],
  nothing: [/^No tests (?:were found|ran)\b/],
})

/** The analyzer of Flutter and Dart. */
export const dartAnalyze: Tool = defineTool({
  id: 'dart-analyze',
  kind: 'lint',
  programs: 'flutter dart',
  prints: /^No issues found!|^\d{1,6} issues? found\./m,
  summary: [/^\d{1,6} issues? found\./],
  success: [/^No issues found!/],
})
