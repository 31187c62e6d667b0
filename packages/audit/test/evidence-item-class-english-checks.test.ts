import { describe, expect, it } from 'vitest'
import { sketch, tableOf } from './evidence-item-sketch.js'

/** Own texts with what they promise, written before it was known what the code makes of them. */
const promises = {
  'verify: check test runOnly': `
    Run tests
    Run all tests
    Run the full test suite
    Run unit tests
    Phase 4: Run the unit tests
    Step 5 - Run pytest
    Re-run the failing tests
    Execute the test suite
    Run npm test
    Run the tests again
    Execution of the integration tests
    Run tests (vitest)
    Run cargo test
    Run tests and fix failures
  `,
  'verify: check test': `
    Unit tests
    Integration tests
    Regression testing with pytest
    Run the tests and make sure they pass
    Make sure all tests pass
    Ensure all tests pass
    Verify tests pass
    Confirm the unit tests are green
    Check that the specs still pass
    All tests pass
    Tests green
    Get the test suite green
  `,
  'verify: check typecheck runOnly': `
    Run typecheck
    Run tsc
    Run mypy
    Run type checking
    Run tsc --noEmit
  `,
  'verify: check typecheck': `
    Typecheck
    Type-check the workspace
    Type check
    Verify there are no type errors
    Make sure tsc is clean
  `,
  'verify: check lint runOnly': `
    Run the linter
    Run eslint
    Run ruff and fix any issues
    Run linting
  `,
  'verify: check lint': `
    Lint
    Lint the project
    Linting
    Ensure lint passes
    Check that eslint is clean
  `,
  'verify: check build': `
    Build
    Build the project
    Rebuild everything
    Compile the code
    Verify the build succeeds
    Make sure the project compiles
    Confirm the production build works
    Final build
  `,
  'verify: check format': `
    Format the code
    Reformat the sources
  `,
  'verify: check functional': `
    Test the signup page
    Test the export command
    Test the retry behaviour
    Test it
    Testing
    Manual testing
    Testing of the export flow
    Verify the signup page loads
    Verify the webhook endpoint returns 201
    Check that the dev server starts
    Confirm the CLI prints the version
    Make sure the page renders
    Ensure the service is reachable
    Verify the app works end to end
    QA the checkout flow
    Check if the container starts
    Validate the deployment in staging
    Smoke test the API
    Smoke-test the API
    Load test the API
    Try the new command
    Manually test the drag and drop
    Verify drag and drop works in the browser
    Sanity check the running server
    See if the login works
    Play through the level
    Double check that the redirect works
    Test: open the settings dialog
    Validate that the queue drains after a restart of the worker
  `,
  'verify: check': `
    Verify
    Verify the fix
    Verification
    Final verification
    Verify changes
    Validate the implementation
    Verify the refactoring
    Confirm the fix
    Check the result
    Phase 3: Verification
    Validation
    Double-check the change
  `,
  'verify: inspection': `
    Verify no secrets are logged
    Verify that the error handling covers timeouts
    Check the naming conventions
    Check for unused exports
    Verify that no imports are relative
    Validate the permissions of the admin routes
    Verify input sanitization in the comment form handler
    Confirm that the types are exported
    Check for SQL injection
    Check whether the config already has a proxy
    Check existing schema definitions
    Verify code quality
    Verify the documentation is complete
    Ensure the files are under 200 lines
    Check compliance with the style guide
    Check for hardcoded credentials
    Check for memory leaks in the listener code
    Verify the acceptance criteria
  `,
  'verify: check test runOnly + prose': `
    Run tests and report the results briefly in the final message
  `,
  'verify: check typecheck build': `
    Ensure TypeScript compiles
  `,
  'verify: check build + execute': `
    Build the image and deploy it
  `,
  'verify: check test runOnly + check lint runOnly': `
    Run tests and lint
    Run tests & lint
    Run the tests, the linter
    Run unit tests and eslint
  `,
  'verify: check lint runOnly + check typecheck runOnly': `
    Run lint and typecheck
    Run linter and type checks
    Run lint/typecheck
    Run eslint + tsc
  `,
  'verify: check build + check test': `
    Verify build and tests
    Verify the build and tests pass
  `,
  'verify: check lint + check typecheck': `
    Lint and typecheck
    Lint, typecheck
  `,
}

describe('the promise of an English item that asks for a check', () => {
  it.each(tableOf(promises))('%s', (text, promise) => {
    expect(sketch(text)).toBe(promise)
  })
})
