import { InvalidArgumentError } from 'commander'

/** A number of days as options take it: `90d`. @throws InvalidArgumentError */
export function days(text: string): number {
  const [, number] = /^([1-9]\d{0,4})d$/.exec(text) ?? []
  if (number !== undefined) return Number(number)
  throw new InvalidArgumentError('Give a number of days, such as 90d.')
}
