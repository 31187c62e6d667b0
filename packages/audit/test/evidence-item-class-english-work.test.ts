import { describe, expect, it } from 'vitest'
import { sketch, tableOf } from './evidence-item-sketch.js'

/** Own texts with what they promise, written before it was known what the code makes of them. */
const promises = {
  'change: write': `
    Add a retry to the uploader
    Phase 2: Add a retry to the uploader
    Phase 2 - Add a retry to the uploader
    [P1] Fix the off-by-one in the pager
    Step 3 - Rename the colour constants
    Step 3: Rename the colour constants
    🚀 Wire the feature flag into the header
    🔧 Fix: stale cache after logout
    1) Extract the price formatter
    1.2.3 Extract the price formatter
    TASK-12: Move the parser to its own package
    ABC-4411 Move the parser to its own package
    [ENG-77] Move the parser to its own package
    #341: Stop the double submit
    (2/5) Split the reducer into slices
    Task 4/9: Split the reducer into slices
    Part A: Split the reducer into slices
    Frontend: Add the avatar menu
    Backend - Add the avatar menu
    Bug: Fix the avatar menu
    feat: add avatar menu
    fix(auth): refresh the token before it expires
    chore: bump lodash
    TODO: replace the hand-written debounce
    - [ ] Replace the hand-written debounce
    * [x] Replace the hand-written debounce
    **Replace the hand-written debounce**
    Implementation of the pager
    Implementation of the test runner
    Migration of the settings table
    Creation of the onboarding screen
    Removal of the legacy flags
    Refactoring of the router
    Bug fixes in the pager
    Pager implementation
    Dark mode support
    Database schema migration
    Error handling improvements
    Rename the build step
    Rename test helpers
    Move the deploy script to tools
    Update the review checklist component
    Fix failing tests in the pager
    Fix lint errors
    Fix the failing build
    Fix type errors in the store
    Resolve merge conflicts
    Adding pagination to the users table
    Removed the unused imports
    Write unit tests for the pager
    Write tests
    Write integration tests for checkout
    Add tests for the pager
    Create tests for checkout
    Implement test coverage for the pager
    Add unit tests covering the rounding rules
    Set up the linter
    Set up vitest
    Configure the CI pipeline
    Make the sidebar collapsible
    Enable strict mode
    Don't swallow errors in the uploader
    Do not log the token
    Stop logging the token
    Avoid re-rendering the chart
    Never retry on 4xx
    Prevent double submits
    Ensure the button is disabled while saving by adding a guard
    Build the settings screen
    Build a CLI for exports
    Create src/pager.ts
    Write docs/export.md
    Update README.md
    Update README with the new flags
    Update the changelog
    Document the flags in README.md
    Hook up the analytics events
    Get rid of the polyfill
    Turn the callback API into promises
    Wire up the save button
    Put the helper in its own file
    Keep the focus in the dialog
    Lazy-load the chart library
    Cache the price list
    Clean up the dead code
    Change tests to use the fake clock
    Downgrade webpack to 5.90
    Break the god class apart
    Parse the header once
  `,
  'research: inspection': `
    Review the pull request
    Review the storage layer
    Code review
    Final code review
    Security audit
    Audit the dependencies
    Inspect the cache keys
    Review of the storage layer
    Self-review
    Security review of the upload handler
  `,
  'research: reading': `
    Explore the repo
    Read the design document
    Analyze the slow query
    Analysis of the slow query
    Investigate the flaky test
    Find the place where the token is refreshed
    Research rate limiting libraries
    Understand how the router works
    Look at the existing tests
    Look into the memory growth
    Search for usages of the old API
    Identify the root cause
    Root cause analysis
    Figure out why the build is slow
    Study the test setup
    Examine the build configuration
    Locate the failing test
    Phase 1: Research
    Gather context
    Check out how the other services do it
    Get an overview of the code base
    List all usages of the old API
    Familiarize with the codebase
    Discovery
    Trace the request through the middleware
  `,
  'think: prose': `
    Design the cache
    Plan the migration
    Decide on a queue
    Choose a date library
    Think about edge cases
    Architecture design
    Brainstorm names
    Decision: keep SQLite
    Plan test strategy
    Outline the rollout
    Sketch the data model
    Weigh the options
  `,
  'communicate: prose': `
    Summarize the findings
    Summary
    Write a summary report
    Report back to the user
    Report the test results
    Present the options
    Explain the trade-offs
    Document the findings
    Documentation
    Tell the user what changed
    Answer the question
    Generate the final report
    Write up the results
    Prepare a summary of the changes
    Draft a proposal
    Final report
    Create a diagram of the flow
    Provide recommendations
    Compile a list of open questions
    Write documentation
    Create an overview of the modules
    Give feedback on the draft
    Ask the user which database to use
    Hand over the results
  `,
  'execute: execute': `
    Start the dev server
    Restart the worker
    Deploy to production
    Deployment
    Deployment to staging
    Install dependencies
    Commit the changes
    Push to origin
    Open a pull request
    Create a branch
    Create the release tag
    Publish the package
    Release version 2.1
    Merge the branch
    Tag the release
    Stop the old containers
    Download the data set
    Clone the repository
    Rebase onto main
    Start Redis
    Delete the feature branch
    Roll back the deployment
    Kill the old process
  `,
  'execute: execute runOnly': `
    Run the import script
    Run the seed command
    Execute the backfill
  `,
  'execute: delegation': `
    Launch the review agents
    Spawn a subagent for the docs
    Delegate the search
    Dispatch two agents
    Run the research agent
  `,
  'change: write + check functional': `
    Fix the pager and test it
    Add the export button and verify it works
    Implement the retry, then test it
    Add a health endpoint and check that it returns 200
    Fix the login page; verify in the browser
  `,
  'change: write + check test runOnly': `
    Add the pager and run the tests
    Write unit tests and run them with pytest
    Fix the failing assertion and re-run the test suite
  `,
  'change: write + check test': `
    Implement the pager and make sure all tests pass
    Fix the parser and ensure the tests pass
  `,
  'change: write + check typecheck runOnly': `
    Update the props and run tsc
  `,
  'change: write + write': `
    Add the column and backfill the rows in the seed file
    Implement the parser and write unit tests
    Create the table and add an index
    Create the hook, update the page
  `,
  'change: write + execute': `
    Fix the bug and commit
    Update the version and push the tag
    Add the package and deploy to staging
  `,
  'change: write + prose': `
    Fix the bug and summarize the change
    Update the config and report back
  `,
  'research: reading + write': `
    Investigate and fix the memory growth
    Find and remove dead code
    Analyze the query and add an index
    Find the bug, fix it
  `,
  'research: reading + prose': `
    Explore the repo and summarize the architecture
    Read the logs and report what you find
    Research queues and recommend one
    Analyze the code and write a report
  `,
  'research: inspection + prose': `
    Review the code and write up findings
  `,
  'think: prose + write': `
    Design and implement the cache
    Plan and write the migration script
  `,
  'execute: execute + execute': `
    Commit and push
    Stage, commit
  `,
  'unknown: anything': `
    Pager
    The second thing
    v2
    Frobnication
    Misc
    Phase 2
    Users table
    ???
    Lunch
  `,
}

describe('the promise of an English item that asks for work', () => {
  it.each(tableOf(promises))('%s', (text, promise) => {
    expect(sketch(text)).toBe(promise)
  })
})
