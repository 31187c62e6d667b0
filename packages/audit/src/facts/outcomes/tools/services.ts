import { defineTool, type Tool } from '../tool.js'

/** Services that a system runs: they say nothing when they are up. */
export const services: Tool = defineTool({
  id: 'services',
  kind: 'deploy',
  programs: 'systemctl service supervisorctl launchctl pm2',
  prints: /^Job for \S{1,120} failed because/m,
  success: [/^\[PM2\] (?:Done|Process successfully started)/, /^\S{1,80}: (?:started|restarted)\s*$/],
  failed: [
    /^Job for \S{1,120} (?:failed|canceled)/,
    /^Failed to (?:start|stop|restart|reload|enable) \S/,
    /^\[PM2\]\[ERROR\]/,
    /^\S{1,80}: ERROR \(/,
  ],
})
