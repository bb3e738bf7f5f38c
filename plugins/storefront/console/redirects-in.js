/**
 * The redirects in a text with one pair in each line, or in a CSV file. A line without an address, such as the names of columns, is left out.
 *
 * @param {string} text
 * @param {string} origin The own address of the shop, which new addresses may contain.
 * @returns {{ from: string, to: string | null, status?: 302 }[]}
 */
export function redirectsIn(text, origin) {
  return text.split('\n').flatMap((line) => {
    const [from = '', ...others] = line.split(/[\s,;]+|→|->/).flatMap((part) => part.replace(/^"|"$/g, '') || [])
    if (!/^(\/|https?:)/i.test(from)) return []
    const [first] = others
    const to = first === undefined || first === '410' ? null : first
    const path = to?.startsWith(`${origin}/`) ? to.slice(origin.length) : to
    return [{ from, to: path, ...(others.includes('302') && { status: 302 }) }]
  })
}
