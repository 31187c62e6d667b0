// A terminal's screen, as `tmux capture-pane -e` gives it, as a page that a browser can take a picture of.

const palette = ['#3b4048', '#e06c6c', '#8cc47a', '#d9b25f', '#7aa8e6', '#c08ad6', '#6cc3c8', '#d6d8dc']
const bright = ['#7a828e', '#f08a8a', '#a6dc94', '#efcc80', '#98c1f5', '#d6a6ea', '#8adbe0', '#ffffff']
const escapeCharacter = String.fromCharCode(27)
const rendition = new RegExp(`(${escapeCharacter}\\[[0-9;:]*m)`)
const ground = '#16181b'
const ink = '#d6d8dc'

/** The page of a screen. */
export function terminalPage(screen) {
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; background: #2a2d33; padding: 24px; width: max-content }
    pre { margin: 0; padding: 18px 22px; border-radius: 8px; background: ${ground}; color: ${ink};
      font: 15px/1.3 'DejaVu Sans Mono', monospace; width: max-content }
  </style><pre>${screen.replace(/\n+$/, '').split('\n').map(lineHtml).join('\n')}</pre>`
}

function lineHtml(line) {
  let look = {}
  return line
    .split(rendition)
    .map((part) => {
      if (part.startsWith(escapeCharacter))
        look = lookAfter(look, part.slice(2, -1).split(/[;:]/).map(Number))
      return part.startsWith(escapeCharacter) || part === ''
        ? ''
        : `<span style="${styleOf(look)}">${escaped(part)}</span>`
    })
    .join('')
}

/** How text looks after a "select graphic rendition". Source: ECMA-48, 8.3.117; 38 and 48 as xterm reads them. */
function lookAfter(before, codes) {
  let look = before
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at]
    if (code === 0) look = {}
    else if (code === 1) look = { ...look, bold: true }
    else if (code === 2) look = { ...look, dim: true }
    else if (code === 3) look = { ...look, italic: true }
    else if (code === 4) look = { ...look, underline: true }
    else if (code === 7) look = { ...look, inverse: true }
    else if (code === 9) look = { ...look, strike: true }
    else if (code === 22) look = { ...look, bold: false, dim: false }
    else if (code === 27) look = { ...look, inverse: false }
    else if (code >= 30 && code <= 37) look = { ...look, front: palette[code - 30] }
    else if (code === 39) look = { ...look, front: undefined }
    else if (code >= 40 && code <= 47) look = { ...look, back: palette[code - 40] }
    else if (code === 49) look = { ...look, back: undefined }
    else if (code >= 90 && code <= 97) look = { ...look, front: bright[code - 90] }
    else if (code >= 100 && code <= 107) look = { ...look, back: bright[code - 100] }
    else if ((code === 38 || code === 48) && codes[at + 1] === 5) {
      const colour = [...palette, ...bright][codes[at + 2]] ?? ink
      look = code === 38 ? { ...look, front: colour } : { ...look, back: colour }
      at += 2
    } else if ((code === 38 || code === 48) && codes[at + 1] === 2) {
      const colour = `rgb(${codes.slice(at + 2, at + 5).join(',')})`
      look = code === 38 ? { ...look, front: colour } : { ...look, back: colour }
      at += 4
    }
  }
  return look
}

function styleOf({ bold, dim, italic, underline, strike, inverse, front, back }) {
  const [text, behind] = inverse ? [back ?? ground, front ?? ink] : [front, back]
  return [
    text && `color:${text}`,
    behind && `background:${behind}`,
    bold && 'font-weight:bold',
    italic && 'font-style:italic',
    dim && 'opacity:.6',
    underline && 'text-decoration:underline',
    strike && 'text-decoration:line-through',
  ]
    .filter(Boolean)
    .join(';')
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
