import type { RouteAnswer } from 'cartwright'
import { seeOther } from '../site/see-other.ts'
import type { Visit } from '../site/visit.ts'

/** A page or a form for customers with a login. Other visitors log in first and come back. */
export const forCustomer =
  <Call>(show: (visit: Visit, call: Call) => RouteAnswer | Promise<RouteAnswer>) =>
  (visit: Visit, call: Call): RouteAnswer | Promise<RouteAnswer> =>
    visit.isLoggedIn ? show(visit, call) : seeOther(visit, `/account/login?back=${encodeURIComponent(visit.backPath)}`)
