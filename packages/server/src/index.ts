/** The service, for programs that embed it. */

export { addToken, type Caller, person, Tokens } from './access/tokens.js'
export { type AppOptions, createApp, type HttpEnv } from './http/app.js'
export {
  LedgerService,
  type NewSession,
  type ServiceCall,
  type ServiceOptions,
  type ServiceReply,
  type ServiceSession,
} from './service/ledger-service.js'
