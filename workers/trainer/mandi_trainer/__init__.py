"""Fine-tunes small language models on Mandi's samples and makes them agents."""
