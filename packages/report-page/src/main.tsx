/** Shows the report that stands in the page's blocks. */

import './style/page.css'
import { render } from 'preact'
import { App } from './parts/app.js'
import { readIndex } from './report-blocks.js'

const page = document.getElementById('page')
if (page === null) throw new Error('the page has no place to show itself')
render(<App index={readIndex()} />, page)
