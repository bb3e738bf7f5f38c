/** The time in the name of a migration, such as `20270112000000`. */
export const versionText = (migration: string | null): string => migration?.replace(/^Migration(\d+).*$/, '$1') ?? '–'
