import { ormOptions } from '#server/database/orm-options.ts'

/** For the command-line tool of MikroORM, as in `npm exec -- mikro-orm debug --config mikro-orm.config.ts`. */
export default ormOptions({ url: process.env.DATABASE_URL ?? 'postgres://127.0.0.1:5432/cartwright' })
