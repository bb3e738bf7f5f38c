/** The roles of a new shop. They keep their names. */
export const isFirstRole = (name: string): boolean => ['admin', 'member', 'developer'].includes(name)
