/** Returns a copy of the list with one item moved: `moveItem(['a', 'b', 'c'], 0, 2)` is `['b', 'c', 'a']`. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)]
}
