/** What a person or a program changes in a list beside its agent. */

import {
  array,
  boolean,
  description,
  exactOptional,
  literal,
  minLength,
  nullable,
  number,
  pipe,
  record,
  strictObject,
  string,
  union,
} from 'valibot'
import { person } from '../access/tokens.js'
import { type LedgerService, named } from '../service/ledger-service.js'
import { type Operation, operation } from './operation.js'
import { actor, status, texts, violation } from './schemas.js'

const scalar = nullable(union([string(), number(), boolean()]))

const itemChange = {
  status: exactOptional(status),
  reason: exactOptional(pipe(nullable(string()), description('Why it is blocked.'))),
  fields: exactOptional(
    pipe(
      strictObject({
        activeForm: exactOptional(nullable(string())),
        priority: exactOptional(nullable(string())),
        owner: exactOptional(nullable(string())),
        notes: exactOptional(nullable(string())),
        estimate: exactOptional(scalar),
        parent: exactOptional(nullable(string())),
        dependencies: exactOptional(array(string())),
        metadata: exactOptional(nullable(record(string(), scalar))),
      }),
      description('What its todo system keeps beside text and status.'),
    ),
  ),
}

export function editOperation(service: LedgerService): Operation {
  return operation({
    method: 'post',
    path: '/v1/sessions/{id}/edits',
    summary:
      "Changes the list for a person or a program, all of it or nothing, by its todo system's rules; the agent reads of it with its next turn.",
    body: strictObject({
      add: exactOptional(
        pipe(
          array(strictObject({ text: pipe(string(), minLength(1)), ...itemChange })),
          description("Items to add at the list's end."),
        ),
      ),
      edit: exactOptional(
        pipe(
          array(strictObject({ key: string(), text: exactOptional(string()), ...itemChange })),
          description('Items to change, each by its key: to reword, to block, to close.'),
        ),
      ),
      remove: exactOptional(texts('Keys of items to remove.')),
      order: exactOptional(texts('Keys in their new order; those that are not named stand behind them.')),
      goal: exactOptional(nullable(string())),
      waivedRules: exactOptional(
        pipe(
          union([literal('all'), array(string())]),
          description('The rules that it may break, by id; the log names those that it does.'),
        ),
      ),
      actor: exactOptional(
        pipe(actor, description('A person or a program; whoever the token names, when absent.')),
      ),
    }),
    answer: union([
      pipe(
        strictObject({
          ok: literal(true),
          added: texts('The keys of the items that it added.'),
          waived: pipe(array(violation), description('The breaches that were let pass.')),
          flags: pipe(array(violation), description('The breaches of rules that refuse nothing.')),
        }),
        description('The list has it.'),
      ),
      pipe(
        strictObject({ ok: literal(false), violations: array(violation) }),
        description('It was refused; the list is as it was.'),
      ),
    ]),
    handle: async ({ caller, id, body: { actor, waivedRules, ...change }, key }) => {
      const session = await service.session(caller, id)
      const kind = caller.prefix === person.prefix ? 'person' : 'program'
      return await session.edit(change, {
        actor: actor ?? { kind, id: caller.name },
        ...(waivedRules === undefined ? {} : { waivedRules }),
        ...named(key),
      })
    },
  })
}
