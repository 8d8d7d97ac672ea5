//! What a step does about contacts: nothing, or one of the solvers.
