/** The page that a server shows while its sessions go on. */

import '../style/page.css'
import { render } from 'preact'
import { LiveApp } from './parts/live-app.js'
import { takeToken } from './token.js'

takeToken()
const page = document.getElementById('page')
if (page === null) throw new Error('the page has no place to show itself')
render(<LiveApp />, page)
