import { declaredProperties } from '#routers/inputs/columns.ts'
import type { Plugin } from '../plugin/plugin.ts'

export const hiddenColumnsOf = (plugins: readonly Plugin[]): string[] =>
  plugins
    .flatMap(({ entities = [] }) => entities.flatMap(declaredProperties))
    .flatMap(([name, { hidden }]) => (hidden ? [name] : []))
