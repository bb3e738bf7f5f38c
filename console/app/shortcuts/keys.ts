/** The second key after `G`, and the page that it opens. */
export const GO_KEYS: ReadonlyMap<string, string> = new Map([
  ['h', '/'],
  ['o', '/orders'],
  ['d', '/draft-orders'],
  ['p', '/products'],
  ['i', '/inventory'],
  ['c', '/customers'],
  ['r', '/promotions'],
  ['l', '/price-lists'],
  ['a', '/activity'],
  ['s', '/settings'],
])
