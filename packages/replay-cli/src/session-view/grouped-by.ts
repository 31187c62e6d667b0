/** Values by a name that several may have, in their order. `Map.groupBy` came after Node.js 20. */
export function groupedBy<Value, Name>(
  values: readonly Value[],
  nameOf: (value: Value) => Name,
): ReadonlyMap<Name, readonly Value[]> {
  const groups = new Map<Name, Value[]>()
  for (const value of values) {
    const name = nameOf(value)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [value])
    else group.push(value)
  }
  return groups
}
