/** Measured costs. Milliseconds are of one processor. */
export interface Costs {
  checkout: { server: number; postgres: number }
  visit: { server: number; postgres: number }
  /** Bytes of the log of PostgreSQL. */
  walBytesPerOrder: number
  megabytesOfOpenShop: number
}

export interface Load {
  ordersPerSecond: number
  visitsPerOrder: number
  /** Part of the visits that a shared cache answers, from 0 to 1. */
  cachedVisits: number
}

/** Part of a processor that stays busy without long waits. */
const BUSY = 0.6

export interface Demand {
  serverCores: number
  /** Processors of PostgreSQL for writes, which only the primary can do. */
  writeCores: number
  /** Processors of PostgreSQL for visits, which replicas can share. */
  readCores: number
  walMegabytesPerSecond: number
  walTerabytesPerDay: number
  /** Sessions of PostgreSQL that work at the same time, by Little's law. */
  workingSessions: number
}

/** Processors include the idle part. */
export function demandOf(load: Load, costs: Costs): Demand {
  const visits = load.ordersPerSecond * load.visitsPerOrder * (1 - load.cachedVisits)
  const cores = (perSecond: number, milliseconds: number) => (perSecond * milliseconds) / 1000 / BUSY
  const writeCores = cores(load.ordersPerSecond, costs.checkout.postgres)
  const readCores = cores(visits, costs.visit.postgres)
  const wal = (load.ordersPerSecond * costs.walBytesPerOrder) / 1e6
  return {
    serverCores: cores(load.ordersPerSecond, costs.checkout.server) + cores(visits, costs.visit.server),
    writeCores,
    readCores,
    walMegabytesPerSecond: wal,
    walTerabytesPerDay: (wal * 86_400) / 1e6,
    workingSessions: Math.ceil((writeCores + readCores) * BUSY),
  }
}

export interface Fleet {
  shops: number
  shopsPerServer: number
  /** Megabytes of the database of a shop. */
  megabytesOfShop: number
  roundMinutes: number
  turnMilliseconds: number
}

/** The servers, disks and turns of many shops, without their load. */
export function fleetOf({ shops, shopsPerServer, megabytesOfShop, roundMinutes, turnMilliseconds }: Fleet) {
  const turnsPerSecond = shops / (roundMinutes * 60)
  return {
    servers: Math.ceil(shops / shopsPerServer),
    gigabytes: (shops * megabytesOfShop) / 1000,
    turnsPerSecond,
    turnsAtOnce: Math.ceil((turnsPerSecond * turnMilliseconds) / 1000 / BUSY),
  }
}

/** Databases that autovacuum can visit in each of its rounds. PostgreSQL waits at least 0.1 s between two starts of its workers. */
export const vacuumedDatabases = (naptimeSeconds: number): number => Math.floor(naptimeSeconds / 0.1)

/** Monthly cost of processors and gigabytes at the given prices. */
export const monthlyCost = (cores: number, gigabytes: number, price: { core: number; gigabyte: number }): number =>
  cores * price.core + gigabytes * price.gigabyte
