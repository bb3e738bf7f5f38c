import type { Components } from '../site/components.ts'
import { catalogueStates } from './catalogue-states.ts'
import { shellStates } from './shell-states.ts'
import type { States } from './state.ts'
import { visitorStates } from './visitor-states.ts'

/** All states of all components. A component without states does not compile. */
export const STATES: Readonly<Record<keyof Components, States>> = {
  ...shellStates,
  ...catalogueStates,
  ...visitorStates,
}
