import { expect, it } from 'vitest'
import { sketch, tableOf } from './evidence-item-sketch.js'

/** Words that are commands or checks elsewhere, and parts of a thing or what is done to a check here. */
const promises = {
  'change: write': `
    Update the orders route with dryRun, execute guard, delete handler
    Update OrdersTab with a dryRun prop, delete flow, and confirmation modal
    Guard execution
    Guard execution in dry mode
    Project setup
    Skip the flaky test
    Skip flaky tests in the cart suite
    Comment out the failing spec
    Ignore the lint warnings in generated code
    Migrate the database layer to Prisma`,
  'change: write + check test runOnly': `
    Update the config with the new address, run tests
    Add a cache with a time limit and run the tests`,
  'research: reading': `
    Determine the target of the review and setup`,
  'execute: execute + write': `
    Install and setup
    Download the example and set up in container`,
  'execute: execute': `
    Apply the DNS change with Terraform
    Upgrade the release with Helm
    Scale the deployment using kubectl`,
  'verify: check test runOnly': `
    Run the integration suite
    Re-run the suite`,
  'verify: check typecheck': `
    Check types`,
  'execute: execute runOnly': `
    Migrate the database
    Migrate the database on staging`,
  'verify: check build': `
    Package the app
    Build the Swift package
    Bundle the frontend`,
}

it.each(tableOf(promises))('%s', (text, promise) => {
  expect(sketch(text)).toBe(promise)
})
