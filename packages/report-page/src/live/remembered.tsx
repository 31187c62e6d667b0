/** A part that is drawn anew only when something that it is given is another. */

import { Component, type FunctionComponent, type JSX } from 'preact'

/** The part, remembered: of a thousand lines only those that changed are drawn. */
export function remembered<Props extends object>(Part: FunctionComponent<Props>): FunctionComponent<Props> {
  class Remembered extends Component<{ readonly given: Props }> {
    override shouldComponentUpdate({ given }: { readonly given: Props }): boolean {
      const before = new Map(Object.entries(this.props.given))
      return Object.entries(given).some(([name, value]) => before.get(name) !== value)
    }

    override render(): JSX.Element {
      return <Part {...this.props.given} />
    }
  }
  return (given) => <Remembered given={given} />
}
