/** .NET. */

import { defineTool, type Tool } from '../tool.js'

/** `dotnet test`, in the form of VSTest and in the newer one. */
export const dotnetTest: Tool = defineTool({
  id: 'dotnet-test',
  kind: 'test',
  programs: 'dotnet vstest',
  prints:
    /^(?:Passed|Failed)!\s{1,4}- Failed: |^Test summary: total: \d|^Total tests: \d|^Test Run (?:Successful|Failed|Aborted)\./m,
  summary: [
    /^(?:Passed|Failed)!\s{1,4}- Failed: /,
    /^Test summary: total: \d/,
    /^Total tests: \d/,
    /^\s{4,6}(?:Passed|Failed|Skipped): \d/,
  ],
  success: [/^Test Run Successful\./],
  failed: [/^Test Run (?:Failed|Aborted)\./],
  nothing: [/^No test (?:is available in|matches the given testcase filter)/],
  marks: [/^\s{2}Failed \S{1,300} \[\d/],
  adds: true,
})

/** `dotnet build`. */
export const dotnetBuild: Tool = defineTool({
  id: 'dotnet-build',
  kind: 'build',
  programs: 'dotnet msbuild',
  prints:
    /^Build (?:succeeded|FAILED)\.|\bBuild (?:succeeded|failed)(?: with \d{1,6} (?:error|warning)\(s\))? in \d|\berror (?:CS|FS|MSB|NU)\d{3,5}\b/m,
  summary: [/^\s{0,6}\d{1,6} Error\(s\)/],
  success: [/\bBuild succeeded\b/],
  failed: [/^Build FAILED\.|\bBuild failed with \d/],
  marks: [/\berror (?:CS|FS|MSB|NU)\d{3,5}\b/],
})
