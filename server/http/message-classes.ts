import { IncomingMessage, ServerResponse } from 'node:http'
import type { Express } from 'express'

/**
 * Returns the classes of messages for the HTTP server of `app`, and makes `app` use their prototypes. Express changes the
 * prototypes of other messages, after which V8 accesses them slowly. Call it once for each app.
 */
export function installMessageClasses(app: Express): MessageClasses {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request)
  Object.setPrototypeOf(AppResponse.prototype, app.response)
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype })
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse }
}

export interface MessageClasses {
  IncomingMessage: typeof IncomingMessage
  ServerResponse: typeof ServerResponse
}
