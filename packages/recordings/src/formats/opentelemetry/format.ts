/** Sessions that only a tracer saw: the GenAI spans of OpenTelemetry in OTLP/JSON. Shapes: docs/sources/opentelemetry.md. */

import { arrayIn, isObject, objectsOf } from '../../json-value.js'
import type { RecordingFormat } from '../../recording.js'
import { stepsOf } from './conversations.js'
import { type Span, spanOf } from './span.js'

const list = 'resourceSpans'

/** GenAI spans as OTLP/JSON. They are written when they end, so all are held and told in the order in which they began. */
export const opentelemetry: RecordingFormat = {
  name: 'opentelemetry',
  lists: new Set([list]),
  /** Sure where a document of spans begins; it need not hold a GenAI span yet. */
  certaintyOf: (record) => (Array.isArray(record[list]) ? 0.95 : 0),
  reader({ file, todoTools, onSkipped }) {
    const spans: Span[] = []
    return {
      take(record, line) {
        for (const scope of objectsOf(arrayIn(record, 'scopeSpans')))
          for (const raw of arrayIn(scope, 'spans')) {
            const span = isObject(raw) ? spanOf(raw, line) : null
            if (span !== null) spans.push(span)
            else onSkipped({ file, line, reason: 'this is no span: it has no ids or no times' })
          }
        return []
      },
      finish: () => stepsOf(spans, todoTools),
    }
  },
}
