/** The debugger's screen. What stands on it is worked out elsewhere; here it is only laid out. */

import { Box, Text, useInput } from 'ink'
import { memo, type ReactNode, useSyncExternalStore } from 'react'
import type { Style } from '../../text/style.js'
import type { DebuggerStore } from '../debugger-store.js'
import { keyPresses } from '../model/key-presses.js'
import { drawn, type Line } from '../view/lines.js'
import { type PaneView, type ScreenView, screenView } from '../view/screen-view.js'

/** What the screen is made from. */
export interface DebuggerScreenProps {
  /** The debugger's state. */
  readonly store: DebuggerStore
  /** Sets parts off. */
  readonly style: Style
}

/** The whole screen. */
export function DebuggerScreen({ store, style }: DebuggerScreenProps): ReactNode {
  const state = useSyncExternalStore(store.subscribe, store.current)
  useInput((input, key) => {
    for (const press of keyPresses(input, key)) store.press(press)
  })
  const { columns, rows } = state.size
  const view = screenView(state, store.debugged)
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <Rows lines={view.head} columns={columns} style={style} />
      <Body view={view} style={style} />
      {view.foot.length === 0 ? null : <Rows lines={[view.foot]} columns={columns} style={style} />}
    </Box>
  )
}

function Body({ view, style }: { readonly view: ScreenView; readonly style: Style }): ReactNode {
  if (view.kind === 'page') return <Pane pane={view.page} style={style} />
  const { turns, list, details } = view.panes
  return (
    <Box flexDirection="row">
      <Pane pane={turns} style={style} />
      <Divider rows={turns.lines.length + 1} style={style} />
      <Box flexDirection="column">
        <Pane pane={list} style={style} />
        <Pane pane={details} style={style} />
      </Box>
    </Box>
  )
}

function Pane({ pane, style }: { readonly pane: PaneView; readonly style: Style }): ReactNode {
  const { title, lines, columns } = pane
  const all = title.length === 0 ? lines : [title, ...lines]
  return <Rows lines={all} columns={columns} style={style} />
}

interface RowsProps {
  readonly lines: readonly Line[]
  readonly columns: number
  readonly style: Style
}

function Rows({ lines, columns, style }: RowsProps): ReactNode {
  return (
    <Box flexDirection="column" width={columns} flexShrink={0}>
      {lines.map((line, place) => {
        // A row is its place: what stands in it changes, the row stays.
        const row = place
        return <Row key={row} text={drawn(line, style)} />
      })}
    </Box>
  )
}

/** One row; what did not change is not drawn again. */
const Row = memo(function Row({ text }: { readonly text: string }): ReactNode {
  return <Text wrap="truncate">{text}</Text>
})

function Divider({ rows, style }: { readonly rows: number; readonly style: Style }): ReactNode {
  const bar: Line = [{ text: '│', styles: ['dim'] }]
  return <Rows lines={Array.from({ length: rows }, () => bar)} columns={1} style={style} />
}
