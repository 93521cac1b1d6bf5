// Empty: a target with a precompiled header needs a file to compile.
