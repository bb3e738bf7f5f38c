import type { TRPCError } from '@trpc/server'
import type { Response } from 'express'
import { httpStatusOf, restErrorBody } from '#routers/errors/errors.ts'
import { html } from '#server/plugin/route/markup.ts'
import { sendJson } from '../send-json.ts'

/** Answers with the errors of REST, or with a page for a browser. A response that has begun is broken off. */
export function sendError(res: Response, error: TRPCError): void {
  if (res.headersSent) return void res.destroy()
  res.status(httpStatusOf(error))
  for (const header of ['Content-Type', 'ETag', 'Last-Modified', 'Content-Disposition']) res.removeHeader(header)
  const body = restErrorBody(error)
  if (res.req.accepts(['json', 'html']) === 'html') res.type('html').send(String(errorPage(body)))
  else sendJson(res, body)
}

const errorPage = ({ message }: { message: string }) => html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${message}</title>
<p>${message}</p>
</html>
`
