/** What Prometheus reads. Labels are words of the program: no id, no text of a session is among them. */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The figures of one server. */
export class Metrics {
  readonly registry = new Registry()
  readonly #registers = { registers: [this.registry] }
  readonly #requests = new Histogram({
    name: 'todo_ledger_http_request_duration_seconds',
    help: 'How long requests took, streams left out.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    ...this.#registers,
  })
  readonly #calls = new Counter({
    name: 'todo_ledger_todo_calls_total',
    help: 'Calls of todo tools, by what became of them.',
    labelNames: ['profile', 'outcome'],
    ...this.#registers,
  })
  readonly #streams = new Gauge({
    name: 'todo_ledger_open_streams',
    help: 'Streams of events that are open.',
    ...this.#registers,
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

  answered(labels: Record<'method' | 'route', string> & { status: number }, seconds: number): void {
    this.#requests.observe(labels, seconds)
  }

  /** @param profile a name that the program knows */
  called(profile: string, isAccepted: boolean): void {
    this.#calls.inc({ profile, outcome: isAccepted ? 'accepted' : 'refused' })
  }

  streams(count: number): void {
    this.#streams.set(count)
  }
}
