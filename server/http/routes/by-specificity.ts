/** Compares two paths, so that `/products/new` comes before `/products/:handle`, and this before `/*path`. */
export function bySpecificity(a = '', b = ''): number {
  const [first, second] = [ranksOf(a), ranksOf(b)]
  return first < second ? -1 : first > second ? 1 : 0
}

const ranksOf = (path: string): string => path.split('/').map(rankOf).join('')

function rankOf(segment: string): string {
  if (segment.startsWith('*')) return '3'
  if (segment.startsWith(':')) return segment.includes('.') ? '1' : '2'
  return '0'
}
