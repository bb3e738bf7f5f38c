import { defineStrings, plural } from './define-strings.ts'

/** The words of the columns and the saved views of lists. */
export const en = {
  columns: 'Columns',
  findColumn: 'Find a column',
  usualColumns: 'Show the usual columns',
  moveForward: (column: string) => `Move ${column} forward`,
  moveBack: (column: string) => `Move ${column} back`,
  columnAt: (column: string, place: number, count: number) => `${column} is column ${place} of ${count}`,
  saveView: 'Save this view',
  viewName: 'Name of the view',
  changeView: (name: string) => `Change the view ${name}`,
  withColumns: 'With the shown columns',
  pasteLost: (count: number, first: string) =>
    `${count} pasted ${plural(count, 'cell has', 'cells have')} no place in the table and ${plural(count, 'is', 'are')} left out, such as “${first}”`,
  forAllUsers: 'For all users of the shop',
  viewDeleted: (name: string) => `The view ${name} was deleted`,
  viewHidden: (name: string) => `The view ${name} is hidden from the other users`,
  viewExists: 'You have another view with this name.',
  replacesView: 'This replaces your view with this name.',
  deleteView: (name: string) => `Delete the view ${name}`,
}

export const lists = defineStrings(en, { de: () => import('./de/lists.ts') })
