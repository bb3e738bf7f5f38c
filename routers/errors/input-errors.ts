import { z } from 'zod'
import type { FieldError } from '#entities/errors.ts'
import { brokenRuleOf } from './broken-rule.ts'
import { issueMessage } from './issue-messages.ts'
import { joinMessages, orderIssues, parentPathOf } from './ordered-issues.ts'

/* Formats validation errors as in Medusa v1: one message names every violation. */

z.config({ customError: issueMessage })

export const formatInputErrors = (error: z.ZodError): string => joinMessages(error.issues)

/** The violations with their paths, such as `items.0.quantity`. */
export const fieldErrorsOf = (error: z.ZodError): FieldError[] =>
  orderIssues(error.issues).map((issue) => {
    const path = issue.code === 'unrecognized_keys' ? [...parentPathOf(issue), issue.keys[0] ?? ''] : issue.path
    return { path: path.join('.'), message: issue.message, rule: brokenRuleOf(issue) }
  })
