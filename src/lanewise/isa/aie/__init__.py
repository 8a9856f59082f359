"""What the AI Engine's lanes and accumulators are."""
