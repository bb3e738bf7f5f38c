import type { EntityManager } from '@mikro-orm/postgresql'

type WithConfig = Pick<EntityManager, 'config'>

/** A value of a shop. It belongs to one ORM, so that one process can run several shops. */
export class ShopValue<Value> {
  readonly #values = new WeakMap<EntityManager['config'], Value>()
  readonly #default: Value

  constructor(defaultValue: Value) {
    this.#default = defaultValue
  }

  set({ config }: WithConfig, value: Value): void {
    this.#values.set(config, value)
  }

  of({ config }: WithConfig): Value {
    return this.#values.get(config) ?? this.#default
  }
}
