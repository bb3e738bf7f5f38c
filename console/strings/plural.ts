/** Chooses by the number: `plural(count, 'order', 'orders')`. English and German have the same two forms. */
export const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)
