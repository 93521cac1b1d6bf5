"""What makes the times of a verified row doubtful."""

DISTURBED = "disturbed"
SCHEDULER_BOUND = "scheduler-bound"
NO_HELPER = "no helper"
NOT_BOUND = "not bound as asked"
