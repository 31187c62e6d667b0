/** What Prometheus reads. Labels are words of the program: no id, no text of a session is among them. */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The figures of one server. */
export class Metrics {
  readonly registry: Registry = new Registry()
  readonly #requests = new Histogram({
    name: 'todo_ledger_http_request_duration_seconds',
    help: 'How long requests took, streams left out.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  })
  readonly #calls = new Counter({
    name: 'todo_ledger_todo_calls_total',
    help: 'Calls of todo tools, by what became of them.',
    labelNames: ['profile', 'outcome'],
    registers: [this.registry],
  })
  readonly #streams = new Gauge({
    name: 'todo_ledger_open_streams',
    help: 'Streams of events that are open.',
    registers: [this.registry],
  })

  /** Adds the figures of the process. */
  withProcess(): this {
    collectDefaultMetrics({ register: this.registry })
    return this
  }

  async answer(): Promise<Response> {
    const { contentType } = this.registry
    return new Response(await this.registry.metrics(), { headers: { 'content-type': contentType } })
  }

  /** A request was answered. */
  answered(
    labels: { readonly method: string; readonly route: string; readonly status: number },
    seconds: number,
  ): void {
    this.#requests.observe({ ...labels }, seconds)
  }

  /** A todo call was answered. @param profile a name that the program knows */
  called(profile: string, isAccepted: boolean): void {
    this.#calls.inc({ profile, outcome: isAccepted ? 'accepted' : 'refused' })
  }

  /** So many streams are open. */
  streams(count: number): void {
    this.#streams.set(count)
  }
}
