import type { EntityManager } from '@mikro-orm/postgresql'
import type { Selection } from '#database/read/model.ts'
import { planProjection } from '#database/read/plan.ts'
import { projectRow } from '#database/read/project.ts'
import type { Resource } from './define-resource.ts'
import { parseSelection, type SelectionDefaults } from './selection.ts'

/** Returns a row, with loaded relations, as its resource shows the row. Computed columns change `row` itself. */
export const projectLoadedRow = <Row>(row: object, { model }: Resource<Row>, selection: Selection): Row =>
  projectRow(row, model, planProjection(model, selection))

interface View<Row> {
  resource: Resource<Row>
  defaults: SelectionDefaults
}

/**
 * Returns plain data, which has the columns and relations of an entity, as the view shows it. Computed columns
 * change the given rows.
 */
export function projectPlainRow<Row>(em: EntityManager, row: object, { resource, defaults }: View<Row>): Row {
  const { prototype } = em.getMetadata().get(resource.model.entity)
  return projectLoadedRow(
    Object.setPrototypeOf({ ...row }, prototype),
    resource,
    parseSelection(resource, {}, defaults),
  )
}
