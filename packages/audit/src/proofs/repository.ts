/** What a repository shows beside the log. Whoever runs the audit brings it: this package starts no program. */

/** A commit. */
export interface RepositoryCommit {
  /** Its hash, in full. */
  readonly hash: string
  /** When it was committed, in milliseconds since 1970. */
  readonly time: number
  /** Its message: the subject, the body and the trailers. */
  readonly message: string
  /** The files that it changes, from the repository's root, with forward slashes. */
  readonly files: readonly string[]
}

/** A repository, as it is now. Each answer is the same for the whole of an audit. */
export interface Repository {
  /** The commits of all branches from one time to another, the oldest first; times in milliseconds since 1970. */
  commitsBetween(from: number, to: number): readonly RepositoryCommit[]
  /** The commit of a hash or the beginning of one; null where there is none, or several. */
  commit(hash: string): RepositoryCommit | null
  /** True where the file is there now, as a regular file of the repository. */
  hasFile(path: string): boolean
}
