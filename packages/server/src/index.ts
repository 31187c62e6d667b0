/** The service, for programs that embed it. */

export { addToken, type Caller, person, Tokens } from './access/tokens.js'
export { type AppOptions, createApp } from './http/app.js'
export type { HttpEnv } from './http/http-env.js'
export {
  LedgerService,
  type NewSession,
  type ServiceCall,
  type ServiceOptions,
} from './service/ledger-service.js'
