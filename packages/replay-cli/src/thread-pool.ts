/** Threads that answer tasks, several at once. One that ends by itself fails what it was at, and is replaced. */

import { parentPort, Worker } from 'node:worker_threads'

/** What became of a task. `ended`: the thread ended while it was at it. `lost`: before it came to it. */
export type TaskOutcome<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer; readonly thread: PoolThread }
  | { readonly kind: 'ended'; readonly reason: string }
  | { readonly kind: 'lost' }

/** One thread, as those see it who have something kept there. */
export interface PoolThread {
  /** Its number, from 0; that of its replacement is another. */
  readonly number: number
}

interface Job<Task, Answer> {
  readonly task: Task
  readonly done: (outcome: TaskOutcome<Answer>) => void
}

interface RunningThread<Task, Answer> extends PoolThread {
  /** Null: the thread that asks. */
  readonly worker: Worker | null
  /** What only this thread can do. */
  readonly own: Job<Task, Answer>[]
  /** What it is at, and what it has been given beside that. */
  readonly given: Job<Task, Answer>[]
}

/**
 * As many tasks are with a thread: while it waits for the next one, the thread that deals them may be at a task itself.
 * The last tasks are given to those that are free.
 */
const mostGiven = 2

/** Most of what a thread makes is gone at once: room for more of it would only be memory that is taken by each of them. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 }

/** Threads of one program. They are started when there is something to do for them. */
export class ThreadPool<Task, Answer> {
  readonly #program: URL
  readonly #data: unknown
  readonly #most: number
  readonly #here: ((task: Task) => Promise<Answer>) | null
  readonly #queue: Job<Task, Answer>[] = []
  #threads: RunningThread<Task, Answer>[] = []
  #started = 0
  #closing = false

  /**
   * @param program the file that a thread runs
   * @param data what it is given
   * @param most as many threads run at once
   * @param here answers in the thread that asks, which is the first of them then: what it has loaded, and the code that
   * is warm there, need not be made again in another
   */
  constructor(
    program: URL,
    data: unknown,
    most: number,
    here: ((task: Task) => Promise<Answer>) | null = null,
  ) {
    this.#program = program
    this.#data = data
    this.#most = most
    this.#here = here
  }

  /** Has a task answered by whichever thread is free first; tasks are taken in their order. Never rejects. */
  ask(task: Task): Promise<TaskOutcome<Answer>> {
    return new Promise((done) => {
      this.#queue.push({ task, done })
      this.#deal()
    })
  }

  /** Has a task answered by one thread, before it takes up any other. Never rejects. */
  askThread({ number }: PoolThread, task: Task): Promise<TaskOutcome<Answer>> {
    return new Promise((done) => {
      const thread = this.#threads.find((each) => each.number === number)
      if (thread === undefined) {
        done({ kind: 'lost' })
        return
      }
      thread.own.push({ task, done })
      this.#deal()
    })
  }

  /** Ends all threads, whatever they are at. */
  async close(): Promise<void> {
    this.#closing = true
    await Promise.all(this.#threads.map(({ worker }) => worker?.terminate()))
  }

  #deal(): void {
    if (this.#closing) return
    for (const thread of this.#threads)
      if (thread.given.length === 0) this.#give(thread, thread.own.shift() ?? this.#queue.shift())
    while (this.#threads.length < this.#most && this.#queue.length > 0)
      this.#give(this.#start(), this.#queue.shift())
    for (const thread of this.#threads) {
      const { worker, own, given } = thread
      const hasRoom = worker !== null && own.length === 0 && given.length < mostGiven
      if (hasRoom && this.#queue.length > this.#most) this.#give(thread, this.#queue.shift())
    }
  }

  #give(thread: RunningThread<Task, Answer>, job: Job<Task, Answer> | undefined): void {
    if (job === undefined) return
    thread.given.push(job)
    if (thread.worker !== null) thread.worker.postMessage(job.task)
    else
      void this.#here?.(job.task).then(
        (answer) => this.#answered(thread, answer),
        (error: unknown) => this.#ended(thread, messageOf(error)),
      )
  }

  #answered(thread: RunningThread<Task, Answer>, answer: Answer): void {
    const job = thread.given.shift()
    job?.done({ kind: 'answered', answer, thread })
    this.#deal()
  }

  #start(): RunningThread<Task, Answer> {
    const isHere = this.#here !== null && this.#threads.every(({ worker }) => worker !== null)
    const worker = isHere ? null : new Worker(this.#program, { workerData: this.#data, resourceLimits })
    const thread: RunningThread<Task, Answer> = { number: this.#started, worker, own: [], given: [] }
    this.#started += 1
    this.#threads.push(thread)
    if (worker === null) return thread
    worker.on('message', (answer: Answer) => this.#answered(thread, answer))
    worker.on('error', (error) => this.#ended(thread, messageOf(error)))
    worker.on('exit', (code) => this.#ended(thread, `it left with ${code}`))
    return thread
  }

  #ended(thread: RunningThread<Task, Answer>, reason: string): void {
    if (this.#closing || !this.#threads.includes(thread)) return
    this.#threads = this.#threads.filter((each) => each !== thread)
    const [job, ...waiting] = thread.given
    job?.done({ kind: 'ended', reason })
    // What it had not come to, any other can do.
    this.#queue.unshift(...waiting)
    for (const { done } of thread.own) done({ kind: 'lost' })
    this.#deal()
  }
}

/** What the program of a thread does: answers the tasks that it is given, one after the other. What this throws ends it. */
export function answerTasks<Task, Answer>(answer: (task: Task) => Promise<Answer>): void {
  if (parentPort === null)
    throw new Error('This is the program of a thread, not one to be started by itself.')
  const port = parentPort
  let last = Promise.resolve()
  port.on('message', (task: Task) => {
    last = last.then(async () => port.postMessage(await answer(task)))
  })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
