/** The families of tools whose word is understood. Another one is a tool in one of these files. */

import type { Tool } from '../tool.js'
import * as bundlers from './bundlers.js'
import * as c from './c.js'
import * as containers from './containers.js'
import * as dotnet from './dotnet.js'
import * as elixir from './elixir.js'
import * as go from './go.js'
import * as hosting from './hosting.js'
import * as infrastructure from './infrastructure.js'
import * as javascriptChecks from './javascript-checks.js'
import * as javascriptTests from './javascript-tests.js'
import * as jvm from './jvm.js'
import * as migrations from './migrations.js'
import * as packages from './packages.js'
import * as php from './php.js'
import * as python from './python.js'
import * as ruby from './ruby.js'
import * as rust from './rust.js'
import * as shellChecks from './shell-checks.js'
import * as swiftDart from './swift-dart.js'
import * as taskRunners from './task-runners.js'
import * as versionControl from './version-control.js'

/** All tools, tests first. */
export const tools: readonly Tool[] = [
  ...Object.values(javascriptTests),
  ...Object.values(python),
  ...Object.values(javascriptChecks),
  ...Object.values(bundlers),
  ...Object.values(rust),
  ...Object.values(go),
  ...Object.values(jvm),
  ...Object.values(dotnet),
  ...Object.values(ruby),
  ...Object.values(php),
  ...Object.values(c),
  ...Object.values(swiftDart),
  ...Object.values(elixir),
  ...Object.values(shellChecks),
  ...Object.values(containers),
  ...Object.values(infrastructure),
  ...Object.values(hosting),
  ...Object.values(packages),
  ...Object.values(versionControl),
  ...Object.values(migrations),
  ...Object.values(taskRunners),
]
